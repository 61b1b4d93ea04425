import type { Database } from '../platform/db/database.ts'
import { toMasterKey } from '../platform/keys/master-key.ts'
import { serverKeysStore } from '../platform/keys/server-keys.store.ts'
import { createServerKeys, type ServerKeys } from '../platform/keys/server-keys.ts'

/** Encrypts the keys of test databases. */
export const testMasterKey = toMasterKey(Buffer.alloc(32, 7))

/** The keys of a test database, as its servers have them. */
export function testKeys(database: () => Database): ServerKeys {
  return createServerKeys(serverKeysStore(database, () => testMasterKey))
}
