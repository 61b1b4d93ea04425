import { useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { PasswordStep } from './password-step.tsx'

type Step = { kind: 'password' } | { kind: 'code'; tfaId: string; username: string }

const CodeStep = lazyComponent(() => import('./code-step.tsx').then(module => module.CodeStep))

export function LoginPage() {
  const text = useText()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  usePageTitle(text('sign_in'))
  if (step.kind === 'password') {
    return <PasswordStep onCodeNeeded={(tfaId, username) => setStep({ kind: 'code', tfaId, username })} />
  }
  return <CodeStep tfaId={step.tfaId} username={step.username} onBack={() => setStep({ kind: 'password' })} />
}
