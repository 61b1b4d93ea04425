import type { TextKey } from '@plumbline/contract/texts'

/** Texts bundled with the web app, for use when the catalogue cannot be loaded. */
export const builtInKeys: readonly TextKey[] = [
  'offline_title',
  'offline_text',
  'server_unreachable_title',
  'server_unreachable_text',
  'try_again',
  'general_error',
  'new_version',
]
