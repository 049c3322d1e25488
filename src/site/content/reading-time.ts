const WORDS_PER_MINUTE = 220

/** Whole minutes, at least 1. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
