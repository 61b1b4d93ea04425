import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './test-app.ts'

/** The authenticator app of a test user. */
export interface Authenticator {
  backupCodes: string[]
  key: string
  code(): string
  /** Moves the clock to the next time step and returns its unused code. */
  nextCode(): string
}

/** Turns on two-factor authentication for the user of this access token. */
export async function setUpTwoFactor(app: TestApp, access: string): Promise<Authenticator> {
  const created = await app.call({ method: 'POST', url: '/auth/create-2fa/', as: access })
  const key = created.json().data.secret
  const code = () => generateCode(key, app.now())
  const activated = await app.call({
    method: 'POST',
    url: '/auth/activate-2fa/',
    as: access,
    payload: { otp: code() },
  })
  if (activated.statusCode !== 200) throw new Error(activated.body)
  return {
    key,
    backupCodes: activated.json().data.backup_codes,
    code,
    nextCode() {
      app.travel(30_000)
      return code()
    },
  }
}

export function generateCode(key: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() })
}
