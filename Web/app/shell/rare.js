// @ts-check
// The screens that few people open often, in one piece: each by itself would cut the app into more files than its first
// screen may ask for.
export { AuthPan } from '../people/auth-pan.js';
export { Invitation } from '../people/invitation.js';
export { Members } from '../people/members.js';
export { SetUp } from '../people/set-up.js';
export { AboutPage } from '../pwa/about.js';
export { Receive } from '../pwa/receive.js';
export { Folders } from '../storage/folders.js';
export { Pool } from '../storage/pool.js';
export { Settings } from '../storage/settings.js';
export { Storage } from '../storage/storage.js';
export { Tasks } from '../storage/tasks.js';
