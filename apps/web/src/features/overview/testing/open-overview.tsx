import { contract } from 'virtual:contract'
import { type FakeRequest, json } from '../../../testing/fake-server.ts'
import { positionsReply } from '../../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import {
  bestWorstReply,
  cashReply,
  groupedReply,
  groupReply,
  monthsReply,
  moversReply,
  performanceReply,
  riskReply,
} from './replies.ts'

const { overview, grouped, positions, settings, transactions } = contract

type Respond = (request: FakeRequest) => Response | undefined

/** Opens the overview of a small portfolio. `respond` overrides the default replies. */
export function openOverview(
  respond: Respond = () => undefined,
  address = '/overview',
  role: 'investor' | 'demo' = 'investor',
) {
  const server = appServer(request => {
    const path = request.path.split('?')[0]
    const reply = respond(request)
    if (reply !== undefined) return reply
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path === overview.performance.path) return json({ data: performanceReply() })
    if (path === overview.cash.path) return json(cashReply())
    if (path === positions.list.path) {
      return json(
        request.path.includes('type=closed')
          ? positionsReply({ data: [], count: 0, total: { ...positionsReply().total, pnl_abs_total: 0 } })
          : positionsReply(),
      )
    }
    if (path === positions.bestWorst.path) return json({ data: bestWorstReply() })
    if (path === overview.months.path) return json({ data: monthsReply() })
    if (path === overview.risk.path) return json({ data: riskReply() })
    if (path === overview.currencyMovers.path) return json({ data: moversReply() })
    if (path === transactions.list.path) return json({ next: null, previous: null, count: 0, data: [] })
    if (path === grouped.list.path) {
      return json(groupedReply([groupReply('equity', 1100.1), groupReply('cash', 150)]))
    }
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}
