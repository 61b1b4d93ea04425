import { ensureServerBuilt } from '../bootstrap/server-build.mjs'

/** Tests start the built server and its workers, as users do. */
export default ensureServerBuilt
