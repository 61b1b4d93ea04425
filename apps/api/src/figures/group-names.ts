import { type FeeGroupKey, type GroupKey, oncePerLanguage } from '@plumbline/contract'
import { type Language, textsIn } from '@plumbline/contract/texts'
import type { Portfolio } from '../queries/query.ts'

const regions = oncePerLanguage((language: Language) => new Intl.DisplayNames(language, { type: 'region' }))

/** The display name of a group in the language of the caller. Strategies have names of their own. */
export function groupName(
  { metadata, view }: Portfolio,
  key: Exclude<GroupKey | FeeGroupKey, 'strategy'>,
  group: string,
): string {
  const texts: Record<string, string> = textsIn(view.language)
  if (group === 'none') return texts.group_none ?? group
  switch (key) {
    case 'account':
      return metadata.accounts.get(group)?.name ?? group
    case 'custodian':
      return (
        [...metadata.accounts.values()].find(account => account.custodianId === group)?.custodianName ?? group
      )
    case 'country':
      return regions(view.language).of(group) ?? group
    case 'currency':
      return group
    default:
      return texts[`${key}_${group}`] ?? group
  }
}
