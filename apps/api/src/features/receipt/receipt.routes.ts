import { contract } from '@plumbline/contract'
import { fillText, textsIn } from '@plumbline/contract/texts'
import { namedGroup } from '../../figures/benchmarks/named-group.ts'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { refuseDemo } from '../../figures/subject.ts'
import type { PlanScenario } from '../../figures/what-if/plan-scenario.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { needsBenchmark, type ReceiptDraft, receiptQuery } from './receipt.query.ts'
import { type FoundSource, type Origin, originKey, type ReceiptStore, type Sources } from './receipt.store.ts'
import type { DraftLine } from './receipt-lines.ts'

interface ReceiptServices {
  portfolio: PortfolioService
  tools: ToolsStore
  store: ReceiptStore
  planScenario: PlanScenario
}

/** Shows how a figure was computed, also in a what-if; built on request. */
export function receiptRoutes(
  serve: Serve,
  { portfolio, tools, store, planScenario }: ReceiptServices,
): void {
  serve(contract.explain.receipt, async ({ user, body }) => {
    refuseDemo(user, body.subject)
    const { subject, figure, view, scenario } = body
    const planned = scenario && (await planScenario(user, body, scenario))
    const draft = await portfolio.run(receiptQuery, {
      user,
      body,
      readInput: async families => ({
        subject,
        figure,
        view,
        strategies: await tools.strategies(user.id, families),
        assumed: planned?.assumed ?? null,
        benchmark: needsBenchmark(figure)
          ? await store.readBenchmark(user.id, families, {
              strategyId: subject.kind === 'strategy' ? subject.id : null,
              group: namedGroup(body),
            })
          : null,
      }),
      ...(planned && { draft: planned.draft, assumed: planned.assumed }),
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
  const all = calculations.flatMap(({ lines }) => lines.flatMap(line => line.origins))
  return [...new Map(all.map(origin => [originKey(origin), origin])).values()]
}

/**
 * A line with the date and source of its quote, or the source of its transaction. A cross rate has a date only if both of
 * its rates are of the same day.
 */
function wireLine({ origins, note, ...line }: DraftLine, sources: Sources, texts: Record<string, string>) {
  if (line.flag === 'assumed') return { ...line, transaction_id: null, source: texts.receipt_assumed ?? null }
  const noted = note === null ? [] : [texts[note] ?? note]
  const found = origins.flatMap(origin => sources.get(originKey(origin)) ?? [])
  const [first] = origins
  if (!first || found.length === 0) return { ...line, source: noted[0] ?? null }
  const names = [...new Set(found.map(each => nameSource(each, texts)))]
  if (first.kind === 'transaction') return { ...line, source: [...noted, ...names].join(', ') }
  const dates = [...new Set(found.map(({ date }) => date))]
  // The days of prices are known; a price of a day without a quote was stated by a valuation.
  if (first.kind === 'price' && dates[0] !== first.date)
    return { ...line, source: texts.receipt_valuation ?? null }
  return { ...line, date: dates.length === 1 ? (dates[0] ?? null) : null, source: names.join(', ') }
}

/** The source in words, and of a derived rate the rates that it follows from. */
function nameSource({ source, legs }: FoundSource, texts: Record<string, string>): string {
  const name = (word: string) => texts[word] ?? texts[`receipt_source_${word}`] ?? word
  if (!legs) return name(source)
  const stated = legs.map(leg => `${leg.pair} ${leg.rate} (${name(leg.source)})`).join(', ')
  return fillText(texts.receipt_derived_rate ?? '', { rates: stated })
}
