import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches the host. Names other than localhost may resolve to anything, so they count as remote. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (bare === 'localhost') return true
  const version = isIP(bare)
  return version !== 0 && loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4')
}
