import type { Order, ProposalOptions, TargetPortfolio } from '../../src/targets/orders.ts'

/** The portfolio after orders, posted one by one: an independent second computation of the values by bucket. */
export function postOrders(portfolio: TargetPortfolio, options: ProposalOptions, orders: readonly Order[]) {
  const lots = new Map(portfolio.securities.map(({ key, lots: held }) => [key, held]))
  const pots = new Map(portfolio.pots.map(({ key, amount, bucket }) => [key, { amount, bucket }]))
  const bucketOf = (key: string) => pots.get(key)?.bucket ?? portfolio.pots[0]?.bucket ?? 'cash'
  const pay = (key: string, amount: bigint, bucket = bucketOf(key)) =>
    pots.set(key, { amount: (pots.get(key)?.amount ?? 0n) + amount, bucket })
  let lowest = 0n
  pay('flow', options.flow, portfolio.pots[0]?.bucket ?? 'cash')
  for (const order of orders) {
    if (order.kind === 'move') {
      pay(order.from.key, -order.amount, order.from.bucket)
      pay(order.to.key, order.amount, order.to.bucket)
    } else {
      const signed = order.kind === 'buy' ? order.lots : -order.lots
      const held = (lots.get(order.security.key) ?? 0n) + signed
      lots.set(order.security.key, held)
      if (held < lowest) lowest = held
      for (const { pot, amount } of order.cash)
        pay(pot, amount, portfolio.findPot === null ? bucketOf(pot) : order.security.bucket)
    }
  }
  const values = new Map<string, bigint>()
  const add = (bucket: string, value: bigint) => values.set(bucket, (values.get(bucket) ?? 0n) + value)
  for (const { bucket, value } of portfolio.fixed) add(bucket, value)
  for (const { key, bucket, lotValue } of portfolio.securities) add(bucket, (lots.get(key) ?? 0n) * lotValue)
  for (const { amount, bucket } of pots.values()) add(bucket, amount)
  return {
    values,
    lowestHolding: lowest,
    cash: [...pots.values()].reduce((sum, { amount }) => sum + amount, 0n),
  }
}

/** What orders realise: of each sale the proceeds less the cost of its first tax lots. */
export function realizeOrders(orders: readonly Order[]): bigint {
  let gain = 0n
  for (const order of orders) {
    if (order.kind !== 'sell' || order.security.parcels === null) continue
    let left = order.lots * 10n ** 12n
    gain += order.lots * order.security.lotValue
    for (const { quantity, cost } of order.security.parcels) {
      const sold = left < quantity ? left : quantity
      gain -= sold === 0n ? 0n : (cost * sold) / quantity
      left -= sold
    }
  }
  return gain
}
