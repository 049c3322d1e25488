/** Settings of everything that is written. */
export const entryDefaults = {
  /** Newest revisions kept of each entry; 0 keeps none. */
  revisionsToKeep: 30,
}

export type EntrySettings = Readonly<typeof entryDefaults>
