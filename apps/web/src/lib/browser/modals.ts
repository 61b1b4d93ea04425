import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * Every modal by its kind and what it needs to know. A feature opens the modal of another by this
 * descriptor alone; app/modal-host.tsx knows the component. Values are texts, since they stand in the URL.
 */
export type ModalDescriptor =
  | { kind: 'keyboard' }
  | { kind: 'sign-out' }
  | { kind: 'search' }
  | { kind: 'position'; id: string; tab?: string; link?: string }
  | { kind: 'position-transactions'; id: string }
  | { kind: 'group'; by: string; key: string; type?: string; order?: string }
  | ({ kind: 'explain' } & ExplainFields)
  | { kind: 'fees'; by?: string; key?: string; type?: string; order?: string }
  | { kind: 'fees-day'; date: string }
  | { kind: 'settings'; tab?: string; form?: string; id?: string }
  | ({ kind: 'admin' } & AdminFields)
  | { kind: 'reports'; form?: string; id?: string; order_by?: string; offset?: string }
  | { kind: 'notifications'; tab?: string; form?: string; id?: string; offset?: string; unread?: string }
  | { kind: 'new-account' }
  | ({ kind: 'data-quality' } & DataQualityFields)
  | { kind: 'strategy'; id?: string; form?: string }
  | { kind: 'add-to-strategy'; position: string }
  | { kind: 'ticker'; id?: string }
  | { kind: 'transaction'; id?: string; account?: string }
  | ({ kind: 'import' } & ImportFields)
  | { kind: 'assets'; id?: string; tab?: string; type?: string; q?: string; form?: string }

/** Findings or statements; of statements whose and of which day. `form` is the open form, about `id`. */
interface DataQualityFields {
  tab?: string
  account?: string
  date?: string
  type?: string
  form?: string
  id?: string
}

/** Where one is in the admin panel: its tab, how the list is narrowed, ordered and paged, and the open form. */
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

/** Which import, at which step, and which of its rows; `account` is where new files go. */
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

/** Whose move: everything in the filter, a position, or the group `key` of a grouping. And of which days. */
export interface ExplainFields {
  from?: string
  to?: string
  /** `day` for the last day of the filter where no days are named; else they are those of the filter. */
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

/** `?modal=position&modal.id=42`: reload, back and a sent link show the same modal. */
export function withModal(search: Search, modal: ModalDescriptor): Search {
  const { kind, ...fields } = modal
  return withFields({ ...withoutModal(search), [kindParameter]: kind }, fields)
}

/** The same modal with some of its fields changed; what is undefined leaves the address. */
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

/** The modal that an address asks for. It comes from anywhere: the host decides whether it knows the kind. */
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
  /** A tab, an order or a search of the open modal. Back does not go through them one by one. */
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
