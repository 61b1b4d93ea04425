import {
  type CallReply,
  contract,
  dateFormats,
  defaultExposureOption,
  defaultGroupKey,
  defaultPageSize,
  defaultTimeZone,
  defaultTransactionType,
  eventTypes,
  settingsChange,
  type UserSettings,
} from '@plumbline/contract'
import { languageNames, languages, textsIn } from '@plumbline/contract/texts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { defaultCurrency, listUserCurrencies, refuseOtherCurrency } from '../../queries/choose-families.ts'
import type { OwnLists, SettingsRow, SettingsStore } from './settings.store.ts'
import { buildSettingsLists } from './settings-lists.ts'

export interface ServerFacts {
  version: string
  isRegistrationOpen: () => boolean
  /** Null outside demo mode. */
  demo: () => CallReply<typeof contract.settings.internal>['data']['demo']
}

/** User settings, and the data every screen needs to start. */
export function settingsRoutes(serve: Serve, store: SettingsStore, facts: ServerFacts): void {
  serve(contract.settings.read, async ({ user }) => {
    const { user: row, lists } = await store.read(user.id)
    return {
      data: { settings: wireSettings(row, lists), lists: buildSettingsLists(user.language, lists) },
    }
  })

  serve(contract.settings.change, async ({ user, body, request }) => {
    if (body.currency !== undefined) {
      const { families } = (await store.read(user.id)).lists
      refuseOtherCurrency(listUserCurrencies(families), body.currency, 'currency')
    }
    if ((await store.change(toActor(user, request.ip), body)) === 'no_template')
      throw new AppError('not_found', { field: 'defaultTemplate' })
    const { user: row, lists } = await store.read(user.id)
    return { data: { settings: wireSettings(row, lists) } }
  })

  serve.anyone(contract.settings.internal, async ({ query }) => ({
    data: {
      language: query.language,
      languages: languages.map(id => ({ id, name: languageNames[id] })),
      texts: query.texts ? textsIn(query.language) : {},
      registration_open: facts.isRegistrationOpen(),
      demo: facts.demo(),
      version: facts.version,
    },
  }))
}

function wireSettings(user: SettingsRow, { families }: Pick<OwnLists, 'families'>): UserSettings {
  // Values chosen under an earlier version may be invalid now and fall back to defaults.
  const chosen = Object.fromEntries(
    Object.entries(user.chosen ?? {}).filter(
      ([key, value]) => settingsChange.safeParse({ [key]: value }).success,
    ),
  )
  const currency = user.base_currency ?? defaultCurrency(families)
  // The family whose base currency it was may be gone.
  const isOffered = listUserCurrencies(families).includes(String(user.chosen?.currency ?? currency))
  const family = user.family_id && user.family_name ? { id: user.family_id, name: user.family_name } : null
  const only = families.length === 1 ? families[0] : undefined
  const lastChosen = families.find(({ id }) => id === user.chosen?.family) ?? only
  return {
    language: 'en-US',
    color_scheme: 'dark',
    currency,
    period: { name: 'all', start_date: null, end_date: null },
    filters: {},
    group_by: defaultGroupKey,
    group_by_exposure_option: defaultExposureOption,
    pnl_chart_type: 'cumulative',
    pnl_chart_relativity: 'abs',
    best_worst_currency_type: 'calculated',
    position_type: 'open',
    event_types: [...eventTypes],
    transaction_types: [defaultTransactionType],
    defaultTemplate: null,
    date_format: dateFormats[0],
    number_format: null,
    time_zone: defaultTimeZone,
    time_zone_source: chosen.time_zone === undefined ? 'default' : 'user',
    page_size: defaultPageSize,
    ...chosen,
    ...(isOffered ? {} : { currency }),
    // A template may be gone, with its user or since an earlier version.
    ...(user.has_default_template ? {} : { defaultTemplate: null }),
    id: user.id,
    user: user.username,
    name: user.name || user.username,
    email: user.email ?? '',
    role: user.role,
    account: family?.name ?? null,
    family: family ?? (lastChosen ? { id: lastChosen.id, name: lastChosen.name } : null),
    registrationDate: new Date(user.created_at).toISOString(),
    password_changed_at:
      user.password_changed_at === null ? null : new Date(user.password_changed_at).toISOString(),
    sees_all_accounts: user.sees_all_accounts,
    is_mfa_active: user.is_mfa_active,
    is_mfa_required: user.is_mfa_required,
    is_beta_tester: user.is_beta_tester,
  }
}
