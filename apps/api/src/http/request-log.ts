/** What the log tells of a request: never a header or a body, and of its address only the part without secrets. */
export function loggedRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, url: withoutSecrets(request.url), remoteAddress: request.ip }
}

/** Links of mails lead to pages whose address holds their token: in the query, or behind the name of the page. */
export function withoutSecrets(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/^\/+password-reset\/.*/i, '/password-reset/…')
}
