/** An API call to measure. */
export interface MeasuredCall {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: object
}

const points = 400

/** The most frequent calls of the screens. The bare route shows the base cost of the server. */
export const calls: readonly MeasuredCall[] = [
  { name: 'bare route', method: 'GET', path: '/healthz' },
  { name: 'settings', method: 'GET', path: '/api/settings/' },
  { name: 'positions/list', method: 'POST', path: '/api/positions/list/?limit=50' },
  { name: 'positions/list closed', method: 'POST', path: '/api/positions/list/?type=closed&limit=50' },
  { name: 'best-worst', method: 'POST', path: '/api/positions/best-worst/' },
  {
    name: 'performance, points',
    method: 'POST',
    path: `/api/performance/?points=${points}&series=cumulative`,
  },
  { name: 'grouped', method: 'POST', path: '/api/grouped/' },
  { name: 'cash', method: 'POST', path: '/api/cash/' },
  { name: 'fees', method: 'POST', path: `/api/fees/?points=${points}` },
  { name: 'currency-movers', method: 'POST', path: '/api/performance/currency-movers/' },
  { name: 'transactions/list', method: 'POST', path: '/api/transactions/list/?limit=50' },
  {
    name: 'transactions by amount',
    method: 'POST',
    path: '/api/transactions/list/?limit=50&order_by=-calculated_amount',
  },
  { name: 'events', method: 'POST', path: '/api/events/' },
  { name: 'income', method: 'POST', path: '/api/income/' },
  { name: 'search', method: 'GET', path: '/api/positions/search/?q=a' },
]

/** The full daily series over decades, which no screen requests regularly. */
export const wholeSeries: MeasuredCall = {
  name: 'performance, every day',
  method: 'POST',
  path: '/api/performance/?series=cumulative',
}

/** The mix of calls of ordinary users, in percent. */
export const mix: readonly [parts: number, name: string][] = [
  [22, 'positions/list'],
  [20, 'performance, points'],
  [14, 'grouped'],
  [10, 'cash'],
  [10, 'transactions/list'],
  [8, 'best-worst'],
  [6, 'fees'],
  [5, 'events'],
  [5, 'settings'],
]
