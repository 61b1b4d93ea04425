/** Commitment, calls and distributions of a private equity fund in one currency, and its multiples. */
export interface FundMultiples {
  readonly committed: number
  readonly called: number
  /** Commitment that may still be called; 0 when more was called than committed. */
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
 * The multiples of a private equity fund.
 *
 *     DPI = distributed / called     RVPI = value / called     TVPI = DPI + RVPI
 *
 * All amounts in one currency; multiples are plain numbers. Without calls every multiple is null; without a value RVPI
 * and TVPI are null.
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
