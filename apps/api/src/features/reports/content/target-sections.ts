import { formatPercent } from '@plumbline/contract/format'
import type { ReportSection } from '../document.ts'
import type { DriftReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

type Drift = DriftReply['data']

/** The portfolio against its targets, one section per division; one that says so without a target. */
export function targetSections(
  texts: ReportTexts,
  drifts: readonly Drift[],
  { date, isFiltered }: { date: string; isFiltered: boolean },
): ReportSection[] {
  const set = drifts.filter(({ target }) => target !== null)
  if (set.length === 0)
    return [
      {
        title: texts.get('report_section_targets'),
        tables: [
          {
            title: '',
            columns: listColumns(texts),
            rows: [],
            total: null,
            note: texts.get('report_targets_none', { date: texts.date(date) }),
          },
        ],
      },
    ]
  return set.map(drift => ({
    title: texts.get('report_section_target', {
      name: drift.target?.name ?? '',
      division: texts.listLabel('targets_by', drift.dimension),
    }),
    tables: [
      {
        title: '',
        columns: listColumns(texts),
        rows: drift.buckets.map(bucket => ({
          cells: [
            bucket.name,
            bucket.value,
            bucket.weight,
            bucket.target,
            describeBand(texts, bucket),
            bucket.drift,
            bucket.drift_value,
            bucket.state === null ? null : texts.listLabel('targets_state', bucket.state),
          ],
        })),
        total: null,
        note: describe(texts, drift, isFiltered),
      },
    ],
  }))
}

/** A missing target, and positions that no weight includes. */
export function listMissingTargets(texts: ReportTexts, drifts: readonly Drift[], date: string): string[] {
  const isSet = drifts.some(({ target }) => target !== null)
  return [
    ...(isSet ? [] : [texts.get('report_targets_none', { date: texts.date(date) })]),
    ...listUnweighted(texts, drifts),
  ]
}

function listUnweighted(texts: ReportTexts, drifts: readonly Drift[]): string[] {
  const names = new Set(drifts.flatMap(drift => drift.left_out.map(({ position }) => position.name)))
  return [...names].map(name => texts.get('report_targets_left_out', { name }))
}

function listColumns(texts: ReportTexts) {
  return [
    texts.column('group', 'text', true),
    texts.column('value', 'money'),
    texts.neutral('weight', 'return'),
    texts.neutral('target', 'return'),
    { ...texts.column('band', 'text'), isUnbroken: true as const },
    texts.column('drift', 'points'),
    texts.neutral('drift_value', 'gain'),
    texts.column('state', 'text'),
  ]
}

function describeBand({ get, locale }: ReportTexts, { min, max }: Drift['buckets'][number]): string | null {
  if (min === null || max === null) return null
  const isWhole = [min, max].every(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)
  const share = (value: number) => formatPercent(value, locale, { decimals: isWhole ? 0 : 2, sign: 'minus' })
  return get('report_band', { min: share(min), max: share(max) })
}

/** Since when the target is valid, what it covers, and what its weights leave out. */
function describe(texts: ReportTexts, drift: Drift, isFiltered: boolean): string {
  return [
    texts.get('report_targets_since', { date: texts.date(drift.target?.valid_from ?? '') }),
    ...(isFiltered ? [texts.get('report_targets_unfiltered')] : []),
    ...listUnweighted(texts, [drift]),
  ].join(' ')
}
