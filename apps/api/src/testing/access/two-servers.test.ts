import { afterAll, beforeAll, describe, it } from 'vitest'
import { checkDemotions, checkEndings } from './ending-checks.ts'
import { checkCodeGuesses, checkPasswordGuesses, checkSpreadGuesses, checkTiming } from './guessing-checks.ts'
import { checkCodes, checkLinks } from './one-time-checks.ts'
import { checkRaces, checkReplays } from './refresh-checks.ts'
import { checkSecrecy } from './secrecy-checks.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

let servers: TwoServers
const timeout = 900_000

beforeAll(async () => {
  servers = await startTwoServers()
}, 120_000)
afterAll(() => servers?.stop())

describe('over two server processes', () => {
  it('a replayed refresh token ends its sign-in', { timeout }, () => checkReplays(servers))
  it('concurrent refreshes keep the user signed in with one token chain', { timeout }, () =>
    checkRaces(servers),
  )
  it('a code works once across all calls', { timeout }, () => checkCodes(servers))
  it('a mailed link works once, while it is the newest and not expired', { timeout }, () =>
    checkLinks(servers),
  )
  it('an ended sign-in is rejected by both at the next request', { timeout }, () => checkEndings(servers))
  it('a lost right takes effect on both at the next request', { timeout }, () => checkDemotions(servers))
  it('codes cannot be guessed, and their owner is not locked out', { timeout }, () =>
    checkCodeGuesses(servers),
  )
  it('passwords cannot be guessed with forged addresses', { timeout }, () => checkPasswordGuesses(servers))
  it('passwords cannot be guessed from many addresses', { timeout }, () => checkSpreadGuesses(servers))
  it('known and unknown names get the same reply after the same time', { timeout }, () =>
    checkTiming(servers),
  )
  // Last, when every secret has been issued.
  it('no secret was logged or stored', { timeout }, () => checkSecrecy(servers))
})
