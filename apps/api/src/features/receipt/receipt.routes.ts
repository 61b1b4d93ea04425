import { contract } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { refuseDemo } from '../../figures/subject.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { type ReceiptDraft, receiptQuery } from './receipt.query.ts'
import { type Origin, originKey, type ReceiptStore, type Sources } from './receipt.store.ts'
import type { DraftLine } from './receipt-lines.ts'

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
    const { language, calculations, ...rest } = draft
    const texts = textsIn(language)
    return {
      data: {
        ...rest,
        figure,
        calculations: calculations.map(({ operation, lines }) => ({
          operation,
          lines: lines.map(line => wireLine(line, sources, texts)),
        })),
        computed_at: new Date().toISOString(),
      },
    }
  })
}

function listOrigins({ calculations }: ReceiptDraft): Origin[] {
  const all = calculations.flatMap(({ lines }) => lines.flatMap(line => line.origin ?? []))
  return [...new Map(all.map(origin => [originKey(origin), origin])).values()]
}

/** A line with the date and the source of its quote, or the source of its transaction. */
function wireLine({ origin, note, ...line }: DraftLine, sources: Sources, texts: Record<string, string>) {
  const found = origin ? sources.get(originKey(origin)) : undefined
  const noted = note === null ? [] : [texts[note] ?? note]
  if (!origin || !found) return { ...line, source: noted[0] ?? null }
  if (origin.kind === 'transaction')
    return { ...line, source: [...noted, texts[found.source] ?? found.source].join(', ') }
  // The days of prices are known; a price of a day without a quote was stated by a valuation.
  if (origin.kind === 'price' && found.date !== origin.date)
    return { ...line, source: texts.receipt_valuation ?? null }
  return { ...line, date: found.date, source: found.source }
}
