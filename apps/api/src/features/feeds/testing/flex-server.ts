import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FlexServer {
  address: string
  /** Replies to the next requests, in turn; the last one is repeated. */
  replies: Record<'SendRequest' | 'GetStatement', FlexReply[]>
  requests: { step: string; query: URLSearchParams; userAgent: string | undefined }[]
  close(): void
}

export type FlexReply = { body: string } | { status: number; location?: string } | 'hang up'

export const accepted: FlexReply = {
  body: `<FlexStatementResponse timestamp='18 November, 2026 01:30 AM EST'>
<Status>Success</Status>
<ReferenceCode>8723456789</ReferenceCode>
<Url>https://elsewhere.example/FlexWebService/GetStatement</Url>
</FlexStatementResponse>`,
}

export const refused = (code: number, status = 'Fail'): FlexReply => ({
  body: `<FlexStatementResponse timestamp='18 November, 2026 01:30 AM EST'>
<Status>${status}</Status>
<ErrorCode>${code}</ErrorCode>
<ErrorMessage>What the service says about it.</ErrorMessage>
</FlexStatementResponse>`,
})

/** A statement with one trade and one open position. */
export const flexStatement = (generated = '20260701;080000'): FlexReply => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>
<FlexQueryResponse queryName="Daily" type="AF">
<FlexStatements count="1">
<FlexStatement accountId="U7000001" fromDate="20260630" toDate="20260630" period="LastBusinessDay" whenGenerated="${generated}">
<AccountInformation accountId="U7000001" currency="USD" />
<Trades>
<Trade accountId="U7000001" currency="USD" assetCategory="STK" symbol="ALPF" description="ALPINE FOODS INC" conid="90001" isin="US99ALP00010" multiplier="1" tradeID="5001" dateTime="20260630;101500" tradeDate="20260630" settleDateTarget="20260701" transactionType="ExchTrade" quantity="100" tradePrice="48.25" tradeMoney="4825" proceeds="-4825" taxes="0" ibCommission="-1.05" ibCommissionCurrency="USD" netCash="-4826.05" buySell="BUY" levelOfDetail="EXECUTION" />
</Trades>
<OpenPositions>
<OpenPosition accountId="U7000001" currency="USD" assetCategory="STK" symbol="ALPF" description="ALPINE FOODS INC" conid="90001" isin="US99ALP00010" multiplier="1" reportDate="20260630" position="100" markPrice="48.5" positionValue="4850" levelOfDetail="SUMMARY" side="Long" />
</OpenPositions>
</FlexStatement>
</FlexStatements>
</FlexQueryResponse>`,
})

/** The Flex Web Service as its clients see it, on a port of this machine. */
export async function startFlexServer(): Promise<FlexServer> {
  const replies: FlexServer['replies'] = { SendRequest: [accepted], GetStatement: [flexStatement()] }
  const requests: FlexServer['requests'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://flex')
    const step = url.pathname.split('/').at(-1) as keyof typeof replies
    requests.push({ step, query: url.searchParams, userAgent: request.headers['user-agent'] })
    const list = replies[step] ?? []
    const reply = list.length > 1 ? list.shift() : list[0]
    if (reply === undefined || reply === 'hang up') {
      request.socket.destroy()
      return
    }
    if ('body' in reply) response.setHeader('content-type', 'text/xml').end(reply.body)
    else {
      response.statusCode = reply.status
      if (reply.location) response.setHeader('location', reply.location)
      response.end('busy')
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/FlexWebService`,
    replies,
    requests,
    close: () => server.close(),
  }
}
