export { type BarPlace, placeBars } from './bars.ts'
export { drawWindow, isWhole, moveWindow, type WindowLimits, type WindowPart } from './brush.ts'
export {
  type Day,
  parseDay,
  startOfMonth,
  startOfYear,
  toIsoDate,
  toMonthIndex,
  toWeekday,
  toYear,
} from './day.ts'
export { type Bar, type BarUnit, type Fold, type FoldedBars, foldBars, maxBars } from './fold.ts'
export {
  clearOfTag,
  heightsWithin,
  type LabelPlace,
  placeLabel,
  roomierSide,
  tagClearancePx,
} from './labels.ts'
export { nearestIndex } from './nearest.ts'
export { areasByZero, bandPath, heightAt, linePath, type Place, type SignedAreas, stepped } from './paths.ts'
export { type Share, shareBar } from './shares.ts'
export { type SeriesSummary, summarize } from './summary.ts'
export { type BandScale, bandScale, type Sides, type Span, type TimeScale, timeScale } from './time-scale.ts'
export { type TimeTick, type TimeUnit, timeTicks } from './time-ticks.ts'
export { type Tile, treemap } from './treemap.ts'
export {
  type Extent,
  findExtent,
  type Heights,
  roundTicks,
  type ValueScale,
  valueScale,
} from './value-scale.ts'
export { type Waterfall, type WaterfallStep, waterfall } from './waterfall.ts'
