import {
  type AskedQuestion,
  currencyCode,
  type Failure,
  type PlausibilityQuestion,
} from '@plumbline/contract'
import { fillText, textsIn } from '@plumbline/contract/texts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { ConfirmationRequired } from '../../platform/errors/app-error.ts'

/** A question about a write, with its effect. */
export interface Question {
  code: PlausibilityQuestion
  /** The field of the request that it is about. */
  field?: string | undefined
  /** The account, instrument or family that it is about. */
  name?: string
  before: AskedQuestion['before']
  after: AskedQuestion['after']
  currency?: string
}

/** Most questions that a caller could answer one by one. */
const maxQuestions = 20

export function askAbout(code: PlausibilityQuestion, question: Omit<Question, 'code'>): Question {
  return { code, ...question }
}

/** Rejects a write until the caller has confirmed every question about it. */
export function requireConfirmation(
  user: CurrentUser,
  questions: readonly Question[],
  confirm: readonly PlausibilityQuestion[] = [],
): void {
  const open = questions.filter(({ code }) => !confirm.includes(code))
  if (open.length > 0) throw confirmationRequired(user, open)
}

export const confirmationRequired = (
  user: CurrentUser,
  questions: readonly Question[],
): ConfirmationRequired =>
  new ConfirmationRequired(questions.slice(0, maxQuestions).map(question => describe(question, user)))

function describe(question: Question, user: CurrentUser): Failure['errors'][number] {
  const { code, field, name = '', before, after, currency } = question
  return {
    code: 'confirmation_required',
    message: fillText(textsIn(user.language)[textKey(question)], { name }),
    ...(field === undefined ? {} : { field }),
    question: { code, before, after, currency: currency === undefined ? null : currencyCode.parse(currency) },
  }
}

function textKey({ code, name = '', before }: Question) {
  // A price or rate concerns several families, so the question names the one.
  if (code === 'nav_change' && name !== '') return 'question_nav_change_named'
  // There is no first day yet to compare with.
  if (code === 'before_first_day' && before === null) return 'question_old_date'
  return `question_${code}` as const
}
