import { ensureServerBuilt } from '../bootstrap/server-build.mjs'

/** Tests start the server and the threads that people start. */
export default ensureServerBuilt
