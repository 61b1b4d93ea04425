import type { FeeGroupKey, GroupKey } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import type { Portfolio } from './answer.ts'

/** What people call a group, in their language. Strategies have names of their own. */
export function groupName(
  { names, view }: Portfolio,
  key: Exclude<GroupKey | FeeGroupKey, 'strategy'>,
  group: string,
): string {
  const texts: Record<string, string> = textsIn(view.language)
  if (group === 'none') return texts.group_none ?? group
  switch (key) {
    case 'account':
      return names.accounts.get(group)?.name ?? group
    case 'custodian':
      return (
        [...names.accounts.values()].find(account => account.custodianId === group)?.custodianName ?? group
      )
    case 'country':
      return new Intl.DisplayNames(view.language, { type: 'region' }).of(group) ?? group
    case 'currency':
      return group
    default:
      return texts[`${key}_${group}`] ?? group
  }
}
