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
  it('a spent refresh token that comes back ends its sign-in', { timeout }, () => checkReplays(servers))
  it('refreshes at once keep the user in, with one line of tokens', { timeout }, () => checkRaces(servers))
  it('a code works once, whatever it is submitted to', { timeout }, () => checkCodes(servers))
  it('a mailed link works once, while it is the newest and not too old', { timeout }, () =>
    checkLinks(servers),
  )
  it('an end of a sign-in is known to both at the next request', { timeout }, () => checkEndings(servers))
  it('what someone may no longer do is known to both at the next request', { timeout }, () =>
    checkDemotions(servers),
  )
  it('codes cannot be guessed, and their owner is not locked out', { timeout }, () =>
    checkCodeGuesses(servers),
  )
  it('passwords cannot be guessed, whatever address is claimed', { timeout }, () =>
    checkPasswordGuesses(servers),
  )
  it('passwords cannot be guessed from many addresses', { timeout }, () => checkSpreadGuesses(servers))
  it('known and unknown names get the same answer after the same time', { timeout }, () =>
    checkTiming(servers),
  )
  // Last, when everything there is to know has been handed out.
  it('nothing secret was said or stored', { timeout }, () => checkSecrecy(servers))
})
