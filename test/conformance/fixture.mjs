import { conformanceFixture } from '../../dist/cli/conformance-fixture.js';

process.exitCode = await conformanceFixture({ port: 0 });
