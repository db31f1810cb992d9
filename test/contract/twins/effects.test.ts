import { describe } from 'vitest';
import { describeTwins } from './describe-twins.js';

describe('broken twins', () => describeTwins('effects', 'parity', 'transport'));
