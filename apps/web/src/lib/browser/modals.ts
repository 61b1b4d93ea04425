import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * Every modal by its kind and parameters. A feature opens another feature's modal by this descriptor;
 * app/shell/modal-host.tsx maps it to a component. Values are strings, since they live in the URL.
 */
export type ModalDescriptor =
  | { kind: 'keyboard' }
  | { kind: 'sign-out' }
  | { kind: 'search' }
  | { kind: 'position'; id: string; tab?: string; link?: string }
  | { kind: 'position-transactions'; id: string }
  | { kind: 'group'; by: string; key: string; type?: string; order?: string; cash?: 'no' }
  | ({ kind: 'explain' } & ExplainFields)
  | { kind: 'fees'; by?: string; key?: string; type?: string; order?: string }
  | { kind: 'fees-day'; date: string }
  | { kind: 'settings'; tab?: string; form?: string; id?: string }
  | ({ kind: 'admin' } & AdminFields)
  | { kind: 'reports'; form?: string; id?: string; order_by?: string; offset?: string }
  | { kind: 'notifications'; tab?: string; form?: string; id?: string; offset?: string; unread?: string }
  | { kind: 'new-account' }
  /** The tasks and notes of a client, by the id of its family. */
  | { kind: 'client'; id: string }
  | { kind: 'compare-clients'; a: string; b: string; own?: string }
  /** Statements of several clients, imported as one batch. */
  | { kind: 'statements'; batch?: string }
  /** The master record of a security. `form` is an open form about it. */
  | { kind: 'instrument'; id: string; form?: string }
  | ({ kind: 'data-quality' } & DataQualityFields)
  | { kind: 'strategy'; id?: string; form?: string }
  | { kind: 'add-to-strategy'; position: string }
  /** A target allocation; without an id a new one of this division. */
  | { kind: 'target'; id?: string; dimension?: string; strategy?: string }
  /** `changes` is the scenario as scenario-url.ts writes it; `instrument` and `account` fill in a trade. */
  | { kind: 'what-if'; changes?: string; by?: string; instrument?: string; account?: string; name?: string }
  /** The benchmark on screen, or without an id a new one. */
  | { kind: 'benchmark'; id?: string; strategy?: string }
  | { kind: 'ticker'; id?: string }
  | ({ kind: 'transaction'; id?: string } & NewTransactionFields)
  /** The security of the transaction `id`, which an import may have recognized wrongly. */
  | { kind: 'security'; id: string }
  | ({ kind: 'import' } & ImportFields)
  | { kind: 'assets'; id?: string; tab?: string; type?: string; q?: string; form?: string }

/** What a new transaction is filled in with: a deposit, or with `type` a purchase or sale of a position. */
interface NewTransactionFields {
  account?: string
  amount?: string
  currency?: string
  type?: 'buy' | 'sell'
  position?: string
  date?: string
  quantity?: string
  price?: string
}

/** The tab, and the account and day of statements. `form` is the open form, about `id`. */
interface DataQualityFields {
  tab?: string
  account?: string
  date?: string
  type?: string
  form?: string
  id?: string
}

/** The state of the admin panel: tab, filters, sort order, page and open form. */
export interface AdminFields {
  tab?: string
  q?: string
  order_by?: string
  offset?: string
  family?: string
  custodian?: string
  type?: string
  flagged?: string
  user?: string
  action?: string
  days?: string
  form?: string
  id?: string
}

/** The import, its step and row filter; `account` receives new files. */
export interface ImportFields {
  id?: string
  step?: string
  file?: string
  account?: string
  state?: string
  q?: string
  offset?: string
  form?: string
}

/** The subject to explain (the whole filter, a position, or the group `key` of a grouping) and its dates. */
export interface ExplainFields {
  from?: string
  to?: string
  /** `day` explains the last day of the filter. Without it and without dates, the whole period of the filter. */
  last?: string
  position?: string
  by?: string
  key?: string
  split?: string
}

export type ModalKind = ModalDescriptor['kind']
export type ModalOf<Kind extends ModalKind> = Extract<ModalDescriptor, { kind: Kind }>

type Search = Readonly<Record<string, unknown>>
type ModalFields = Readonly<Record<string, string | undefined>>

const kindParameter = 'modal'
const fieldPrefix = 'modal.'

/** Writes `?modal=position&modal.id=42`, so that reload, Back and shared links show the same modal. */
export function withModal(search: Search, modal: ModalDescriptor): Search {
  const { kind, ...fields } = modal
  return withFields({ ...withoutModal(search), [kindParameter]: kind }, fields)
}

/** The same modal with some fields changed; undefined fields are removed from the URL. */
export function withFields(search: Search, fields: ModalFields): Search {
  const changed = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [fieldPrefix + name, value]),
  )
  return Object.fromEntries(
    Object.entries({ ...search, ...changed }).filter(([, value]) => value !== undefined),
  )
}

export function withoutModal(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== kindParameter && !name.startsWith(fieldPrefix)),
  )
}

/** Parses the modal from the URL. The input is untrusted: the host checks whether the kind exists. */
export function modalIn(search: Search): { kind: string; fields: Readonly<Record<string, string>> } | null {
  const kind = search[kindParameter]
  if (typeof kind !== 'string' || kind === '') return null
  const fields = Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(fieldPrefix) && typeof value === 'string'
      ? [[name.slice(fieldPrefix.length), value]]
      : [],
  )
  return { kind, fields: Object.fromEntries(fields) }
}

/** At most one modal is open: opening another replaces it, and Back closes it. */
export function useModal() {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const current = useMemo(() => modalIn(search), [search])
  const open = useCallback(
    (modal: ModalDescriptor) =>
      navigate({ to: '.', search: (previous: Search) => withModal(previous, modal), resetScroll: false }),
    [navigate],
  )
  /** Changes fields of the open modal without a history entry. */
  const change = useCallback(
    (fields: ModalFields) =>
      navigate({
        to: '.',
        search: (previous: Search) => withFields(previous, fields),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const close = useCallback(
    () =>
      navigate({
        to: '.',
        search: (previous: Search) => withoutModal(previous),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { current, open, change, close }
}
