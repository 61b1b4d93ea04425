// A fake exchange rate provider for browser journeys. It serves one day in 1999, which affects no figure.
import { createServer } from 'node:http'

const body =
  "<Envelope><Cube><Cube time='1999-01-04'><Cube currency='USD' rate='1.1789'/><Cube currency='CHF' rate='1.6168'/></Cube></Cube></Envelope>"

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/xml' }).end(body)
})
await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
server.unref()
process.env.PLUMBLINE_MARKET_DATA = 'ecb'
process.env.PLUMBLINE_ECB_URL = `http://127.0.0.1:${server.address().port}`
