import type { ServerKeys } from './server-keys.ts'

export const linkPrefix = 'sealed:'

/** Encrypts a secret link for the outbox. Links without a secret are stored as they are. */
export async function sealLink(keys: Pick<ServerKeys, 'seal'>, url: string): Promise<string> {
  return linkPrefix + (await keys.seal('mailed_link', Buffer.from(url))).toString('base64')
}

export async function unsealLink(
  keys: Pick<ServerKeys, 'unsealer'>,
  link: string | null,
): Promise<string | null> {
  if (!link?.startsWith(linkPrefix)) return link
  const unseal = await keys.unsealer('mailed_link')
  return unseal(Buffer.from(link.slice(linkPrefix.length), 'base64')).toString()
}
