import { expect } from 'vitest'
import { generateCode } from '../second-factor.ts'
import { chooseSize, isFull, printResult } from './sizes.ts'
import { chooseNode, inParallel, password, type TwoServers, turnOnTwoFactor } from './two-servers.ts'

const quickTries = 10

/** Ten, plus one for each minute that the check has taken. */
function maxEvaluated(started: number): number {
  return quickTries + Math.ceil((Date.now() - started) / 60_000)
}

/** Guesses a code with a new sign-in and a new address each time, over both servers. */
export async function checkCodeGuesses(servers: TwoServers): Promise<void> {
  const guesses = chooseSize(40, 1000)
  const { username } = await servers.addUser()
  const { access } = await servers.signIn(username)
  const { key } = await turnOnTwoFactor(servers, access)
  const started = Date.now()
  let evaluated = 0
  await inParallel(guesses, 8, async number => {
    const from = `10.${40 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
    const at = chooseNode(number)
    const challenge = await servers.call('/auth/login/', { at, from, body: { username, password } })
    const tfa_id = challenge.json.tfa_id
    const reply = await servers.call('/auth/verify-2fa/', { at, from, body: { tfa_id, otp: '000000' } })
    if (reply.status === 400) evaluated += 1
    else expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
  printResult(`Guessed codes: ${guesses} guesses over two servers, ${evaluated} evaluated`)
  expect(evaluated).toBeLessThanOrEqual(maxEvaluated(started))
  // The owner is not locked out: known devices and addresses have a limit of their own.
  const login = await servers.call('/auth/login/', { body: { username, password } })
  const right = { tfa_id: login.json.tfa_id, otp: generateCode(key, new Date()) }
  expect((await servers.call('/auth/verify-2fa/', { body: right })).status).toBe(200)
}

/** Guesses a password with a forged address each time; the proxy adds the true one. */
export async function checkPasswordGuesses(servers: TwoServers): Promise<void> {
  const guesses = chooseSize(100, 10_000)
  const { username } = await servers.addUser()
  await servers.signIn(username, { from: '10.60.0.2' })
  const started = Date.now()
  let evaluated = 0
  await inParallel(guesses, 16, async number => {
    const forged = `${number % 250}.${(number >> 8) % 250}.0.1, 10.60.0.1`
    const body = { username, password: `guess number ${number}` }
    const reply = await servers.call('/auth/login/', { at: chooseNode(number), body, from: forged })
    if (reply.status === 401) evaluated += 1
    else expect([429, 503]).toContain(reply.status)
  })
  printResult(
    `Guessed passwords: ${guesses} guesses with forged addresses over two servers, ${evaluated} evaluated`,
  )
  expect(evaluated).toBeLessThanOrEqual(maxEvaluated(started))
  expect((await servers.signIn(username, { from: '10.60.0.2', at: 1 })).access).toBeTruthy()
}

/** Guesses a password from new addresses: an account allows twenty attempts and ten more an hour. */
export async function checkSpreadGuesses(servers: TwoServers): Promise<void> {
  const guesses = chooseSize(150, 5_000)
  const { username } = await servers.addUser()
  await servers.signIn(username, { from: '10.61.0.2' })
  const started = Date.now()
  let evaluated = 0
  await inParallel(guesses, 8, async number => {
    const from = `10.${80 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
    const body = { username, password: `guess number ${number}` }
    const reply = await servers.call('/auth/login/', { at: chooseNode(number), body, from })
    if (reply.status === 401) evaluated += 1
    else expect([429, 503]).toContain(reply.status)
  })
  printResult(
    `Guessed passwords: ${guesses} guesses from as many addresses over two servers, ${evaluated} evaluated`,
  )
  expect(evaluated).toBeLessThanOrEqual(20 + Math.ceil((Date.now() - started) / 360_000))
  expect((await servers.signIn(username, { from: '10.61.0.2', at: 1 })).access).toBeTruthy()
}

/** Known and unknown names get the same reply after the same time. */
export async function checkTiming(servers: TwoServers): Promise<void> {
  const pairs = chooseSize(20, 400)
  const { username } = await servers.addUser()
  const { access } = await servers.signIn(username)
  // A password hashed with the production parameters.
  const change = { old_password: password, new_password: 'quite another one' }
  await servers.call('/auth/change-password/', { as: access, body: change })
  const questions = {
    'sign-in': (name: string) => ({
      url: '/auth/login/',
      body: { username: name, password: 'not this one' },
    }),
    reset: (name: string) => ({ url: '/auth/reset-password/', body: { email: name } }),
  }
  for (const [what, question] of Object.entries(questions)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let pair = 0; pair < pairs; pair += 1) {
      // The rate limit of the known name would change the timing.
      if (pair % 10 === 0) await servers.database.query('delete from try_limit')
      for (const kind of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const { url, body } = question(kind === 'known' ? username : `nobody${pair}`)
        const from = `10.${kind === 'known' ? 70 : 71}.${pair >> 8}.${pair & 255}`
        const started = performance.now()
        const reply = await servers.call(url, { body, from })
        times[kind].push(performance.now() - started)
        answers.add(`${reply.status} ${JSON.stringify(reply.json)}`)
      }
    }
    const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)]
    const t = welch(times.known, times.unknown)
    printResult(
      `Known and unknown at ${what}: ${pairs} pairs, medians ${known.toFixed(1)} and ${unknown.toFixed(1)} ms, Welch t ${t.toFixed(2)}`,
    )
    expect(answers.size).toBe(1)
    // The fastest quarter of each, which load disturbs least. Without the dummy hash the quarters of a sign-in would
    // differ by a factor of ten.
    const [quick, quicker] = [quantile(times.known, 0.25), quantile(times.unknown, 0.25)]
    expect(Math.max(quick, quicker) / Math.min(quick, quicker)).toBeLessThan(2)
    if (isFull) expect(Math.abs(t)).toBeLessThan(4.5)
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

/** The difference of two means in standard errors. */
function welch(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const error = (values: readonly number[]) => {
    const middle = mean(values)
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length
  }
  return (mean(a) - mean(b)) / Math.sqrt(error(a) + error(b))
}
