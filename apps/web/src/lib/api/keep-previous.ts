import { keepPreviousData } from '@tanstack/react-query'
import { retryOrWait } from './query-client.ts'

/**
 * Keeps the figures of the previous filter while the next ones load. Without a connection the request waits for it
 * instead of failing, so that the figures stay; screens mark them as outdated, and the offline bar dates them.
 */
export const keepPrevious = {
  placeholderData: keepPreviousData,
  networkMode: 'online',
  retry: retryOrWait,
} as const
