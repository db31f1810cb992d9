import { describe } from 'vitest';
import { describeTwins } from './describe-twins.js';

describe('broken twins', () => describeTwins('rounds', 'capability', 'forms', 'url'));
