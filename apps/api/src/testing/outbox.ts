import { unsealLink } from '../platform/keys/sealed-link.ts'
import type { TestApp } from './test-app.ts'

export interface TestMail {
  kind: string
  to_address: string
  subject: string
  body_text: string
  body_html: string
  link: string | null
}

/** The mails to this address, newest first. */
export async function mailsTo(app: TestApp, address: string): Promise<TestMail[]> {
  const { rows } = await app.database.query(
    'select * from mail where to_address = $1 order by created_at desc, id',
    [address],
  )
  const mails: TestMail[] = rows
  return Promise.all(mails.map(async mail => ({ ...mail, link: await unsealLink(app.keys, mail.link) })))
}

/** The id and token in the link of the newest mail of this kind. */
export async function mailedLink(
  app: TestApp,
  address: string,
  kind: string,
): Promise<{ uid: string; token: string }> {
  const mail = (await mailsTo(app, address)).find(each => each.kind === kind)
  if (!mail?.link) throw new Error(`no ${kind} was mailed to ${address}`)
  return parseLink(mail.link)
}

export function parseLink(link: string): { uid: string; token: string } {
  const url = new URL(link, 'https://plumbline.example')
  const [, , uid, token] = url.pathname.split('/')
  return {
    uid: url.searchParams.get('uid') ?? uid ?? '',
    token: url.searchParams.get('token') ?? token ?? '',
  }
}
