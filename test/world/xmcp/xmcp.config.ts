// @ts-nocheck: xmcp is installed in this folder only.
import { type XmcpConfig } from 'xmcp';

const config: XmcpConfig = {
  stdio: true,
  paths: { tools: 'src/tools', prompts: false, resources: false },
  template: { name: 'turmas' },
  typescript: { skipTypeCheck: true },
};

export default config;
