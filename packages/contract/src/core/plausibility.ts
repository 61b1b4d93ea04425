import { z } from 'zod'
import { currencyCode, oneOf } from './values.ts'

/** What a write is asked about before it is saved. See docs/decisions/plausibility.md. */
export const plausibilityQuestions = [
  'nav_change',
  'before_first_day',
  'unusual_price',
  'different_security',
] as const
export type PlausibilityQuestion = (typeof plausibilityQuestions)[number]

/** The share of the net asset value that one write changes without a question. */
export const maxNavChange = 0.2

const question = oneOf(plausibilityQuestions)

/** The field of every write that is checked: the questions that the caller has answered with yes. */
export const confirm = z
  .array(question)
  .max(plausibilityQuestions.length)
  .meta({
    id: 'Confirm',
    description:
      'Questions of a 409 `confirmation_required` that you answer with yes. With all of them nothing is checked.',
  })
  .optional()

/** The body of a deletion that is checked; it may be left out. */
export const confirmBody = z.object({ confirm }).default({})

/** A question with the effect of the write. */
export const askedQuestion = z
  .object({
    code: question.describe('Repeat the call with this code in `confirm`.'),
    before: z.union([z.number(), z.string()]).nullable(),
    after: z
      .union([z.number(), z.string()])
      .nullable()
      .describe(
        'Net asset values, dates or prices before and after the write, or the two securities. Null: not computed.',
      ),
    currency: currencyCode.nullable().describe('Null for dates and securities.'),
  })
  .meta({ id: 'Question', description: 'What to confirm before an implausible value is saved.' })
export type AskedQuestion = z.infer<typeof askedQuestion>
