import { contract } from '@plumbline/contract'
import { formatDate } from '@plumbline/contract/format'
import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { refuseDemo } from '../../figures/subject.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { type ReceiptDraft, receiptQuery } from './receipt.query.ts'
import { type Origin, originKey, type ReceiptStore, type Sources } from './receipt.store.ts'
import type { DraftInput } from './receipt-lines.ts'

/** Shows how a figure was computed; built on request. */
export function receiptRoutes(
  serve: Serve,
  portfolio: PortfolioService,
  tools: ToolsStore,
  store: ReceiptStore,
): void {
  serve(contract.explain.receipt, async ({ user, body }) => {
    refuseDemo(user, body.subject)
    const { subject, figure, view } = body
    const draft = await portfolio.run(receiptQuery, {
      user,
      body,
      readInput: async families => ({
        subject,
        figure,
        view,
        strategies: await tools.strategies(user.id, families),
      }),
    })
    const sources = await store.findSources(user.id, listOrigins(draft))
    const { language, lines, ...rest } = draft
    const receiptTexts: ReceiptTexts = { texts: textsIn(language), language }
    return {
      data: {
        ...rest,
        figure,
        lines: lines.map(({ inputs, inputs_count, operator, label, value, unit, date, flag, ...rest }) => ({
          operator,
          label,
          value,
          unit,
          date: quotedOn(rest.origins, sources) ?? date,
          source: sourceText(rest, sources, receiptTexts),
          flag,
          note: null,
          inputs: inputs.map(input => wireInput(input, sources, receiptTexts)),
          inputs_count,
        })),
        computed_at: new Date().toISOString(),
      },
    }
  })
}

function listOrigins({ lines }: ReceiptDraft): Origin[] {
  const all = lines.flatMap(line => [...line.origins, ...line.inputs.flatMap(input => input.origins)])
  return [...new Map(all.map(origin => [originKey(origin), origin])).values()]
}

/** Loaded once per receipt. */
interface ReceiptTexts {
  texts: Record<string, string>
  language: Language
}

function wireInput({ origins, note, ...input }: DraftInput, sources: Sources, receiptTexts: ReceiptTexts) {
  return {
    ...input,
    date: quotedOn(origins, sources) ?? input.date,
    source: sourceText({ origins, note }, sources, receiptTexts),
  }
}

/** The quote date of a line with a single quote. */
function quotedOn(origins: readonly Origin[], sources: Sources): string | null {
  const [only] = origins
  return origins.length === 1 && only ? (sources.get(originKey(only))?.date ?? null) : null
}

/** The distinct sources of a line: exchanges, files, custodians. */
function sourceText(
  { origins, note }: Pick<DraftInput, 'origins' | 'note'>,
  sources: Sources,
  { texts, language }: ReceiptTexts,
): string | null {
  const named = origins.flatMap(origin => {
    const found = sources.get(originKey(origin))
    if (!found) return []
    if (found.date === null) return [texts[found.source] ?? found.source]
    const close = fillText(texts.receipt_close_of ?? '', {
      date: formatDate(found.date, 'd MMM yyyy', language),
    })
    return [`${found.source}, ${close}`]
  })
  const all = [...new Set(note === null ? named : [texts[note] ?? note, ...named])]
  return all.length === 0 ? null : all.join('; ')
}
