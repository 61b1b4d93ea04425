import { contract, type Failure } from '@plumbline/contract'
import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import { findFileProblem, type MarketProblem, type MarketReading, readMarketFile } from '@plumbline/importers'
import { askAbout, confirmationRequired, type Question } from '../../figures/plausibility/questions.ts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError, InvalidRequest } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { type DoubtfulValue, isWritten, type UploadStore } from './upload.store.ts'
import { describeUploadProblem, type UploadProblem } from './upload-problem.ts'

/** More problems than a person corrects one by one; the number of the others is stated. */
const maxListed = 50

/** Uploads prices and rates that no provider has. A file with a problem is refused as a whole, with all its problems. */
export function uploadRoutes(serve: Serve, store: UploadStore): void {
  serve(contract.integrations.upload, async ({ user, query, request }) => {
    const reading = readUpload(request.body, await store.latestDay(), user.language)
    if (reading.kind === 'rates' && user.role !== 'admin')
      throw new AppError('forbidden', { message: textsIn(user.language).upload_rates_by_admin })
    if (reading.isOfOneSecurity && query.instrument === undefined)
      throw new AppError('invalid_field', {
        field: 'instrument',
        message: textsIn(user.language).upload_which_security,
      })
    if (reading.problems.length > 0) throw listProblems(reading.problems, user.language)
    const outcome = await store.write(toActor(user, request.ip), {
      fileName: query.name,
      reading,
      instrument: query.instrument ?? null,
      isConfirmed: query.confirm === 'unusual_price',
    })
    if (isWritten(outcome)) return { data: outcome }
    if (outcome === 'no_instrument') throw new AppError('not_found', { field: 'instrument' })
    if ('problems' in outcome) throw listProblems(outcome.problems, user.language)
    throw confirmationRequired(user, askAboutValues(outcome.doubtful, user.language))
  })
}

function askAboutValues(values: readonly DoubtfulValue[], language: Language): Question[] {
  return values
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, name, before, after, currency }) =>
      askAbout('unusual_price', {
        name: fillText(textsIn(language).upload_question_name, { name, line: String(line) }),
        before,
        after,
        currency,
      }),
    )
}

function readUpload(body: unknown, today: string, language: Language): MarketReading {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unreadable_file')
  try {
    const reading = readMarketFile(body, today)
    if (reading.problems.length + reading.prices.length + reading.rates.length > 0) return reading
    throw new AppError('unreadable_file', { message: textsIn(language).upload_no_value })
  } catch (error) {
    const problem = findFileProblem(error)
    if (problem) throw new AppError('unreadable_file', { message: describeUploadProblem(problem, language) })
    throw error
  }
}

function listProblems(
  problems: readonly (MarketProblem | UploadProblem)[],
  language: Language,
): InvalidRequest {
  const toFailure = (message: string): Failure['errors'][number] => ({ code: 'unreadable_file', message })
  const listed = problems
    .toSorted((a, b) => a.line - b.line)
    .slice(0, maxListed)
    .map(problem => toFailure(describeUploadProblem(problem, language)))
  const rest = problems.length - listed.length
  if (rest > 0)
    listed.push(toFailure(fillText(textsIn(language).upload_more_problems, { count: String(rest) })))
  return new InvalidRequest(listed)
}
