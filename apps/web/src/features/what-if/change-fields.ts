import type { Change } from './scenario-url.ts'

/** The position that the drawer was opened from. */
export interface FormStart {
  instrument: string
  account: string | undefined
}

/** Fields report the change they hold, or null while something is missing or wrong. */
export interface FieldsProps {
  initial: Change | null
  names: Map<string, string>
  start: FormStart | null
  onDraft: (draft: Change | null) => void
  /** Whether to show what is missing. */
  isTried: boolean
}
