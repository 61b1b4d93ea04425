/** What a fund was promised, has called, has given back and is worth, with the multiples of the trade. */
export interface FundMultiples {
  readonly committed: number
  readonly called: number
  /** What may still be called; 0 once more was called than promised. */
  readonly uncalled: number
  readonly distributed: number
  /** Distributed to paid in. */
  readonly dpi: number | null
  /** Residual value to paid in. */
  readonly rvpi: number | null
  /** Total value to paid in: their sum. */
  readonly tvpi: number | null
}

/**
 * The multiples of a fund of private equity.
 *
 *     DPI = distributed / called     RVPI = value / called     TVPI = DPI + RVPI
 *
 * All amounts in one currency. Nothing called gives no multiple; a value that is not known gives neither RVPI nor
 * TVPI.
 */
export function fundMultiples(
  committed: number,
  called: number,
  distributed: number,
  value: number | null,
): FundMultiples {
  const dpi = called > 0 ? distributed / called : null
  const rvpi = called > 0 && value !== null ? value / called : null
  return {
    committed,
    called,
    uncalled: Math.max(0, committed - called),
    distributed,
    dpi,
    rvpi,
    tvpi: dpi === null || rvpi === null ? null : dpi + rvpi,
  }
}
