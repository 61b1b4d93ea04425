import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { needsPassword } from '../../../lib/api/api-error.ts'

/** The secret for the authenticator app. */
interface Secret {
  /** The content of the QR code. */
  url: string
  /** The same secret as a key to type. */
  key: string
}

export type SetupStep =
  | { step: 'start' }
  | { step: 'scan'; secret: Secret }
  | { step: 'code'; secret: Secret }
  | { step: 'backup'; codes: readonly string[] }

/**
 * The steps of the two-factor setup. Secret and backup codes live only in this state, so leaving the setup
 * discards them.
 */
export function useTwoFactorSetup() {
  const [state, setState] = useState<SetupStep>({ step: 'start' })
  const [code, setCode] = useState('')
  const [failures, setFailures] = useState(0)
  const [hasSavedCodes, setHasSavedCodes] = useState(false)
  const creating = useMutation({
    mutationFn: async () => (await call(contract.auth.createTwoFactor)).data,
    meta: { quiet: true },
    onSuccess: ({ otp_auth_url: url, secret: key }) => setState({ step: 'scan', secret: { url, key } }),
  })
  const activating = useMutation({
    mutationFn: async (otp: string) => (await call(contract.auth.activateTwoFactor, { body: { otp } })).data,
    meta: { quiet: true },
    onSuccess: ({ backup_codes: codes }) => setState({ step: 'backup', codes }),
    // Clear the boxes: full ones would submit on the next digit.
    onError: error => {
      if (needsPassword(error)) return
      setCode('')
      setFailures(count => count + 1)
    },
  })

  function enter(next: string): void {
    setCode(next)
    if (activating.isError) activating.reset()
  }

  return {
    state,
    code,
    failures,
    hasSavedCodes,
    creating,
    activating,
    setHasSavedCodes,
    enter,
    begin: () => creating.mutate(),
    goTo: (step: 'scan' | 'code', secret: Secret) => {
      enter('')
      setState({ step, secret })
    },
    goToStart: () => setState({ step: 'start' }),
    activate: (otp = code) => {
      if (otp.length === codeLength && !activating.isPending) activating.mutate(otp)
    },
  }
}

export const codeLength = 6
export type TwoFactorSetup = ReturnType<typeof useTwoFactorSetup>
