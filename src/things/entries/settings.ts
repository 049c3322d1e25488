/** Settings of everything that is written. */
export const entryDefaults = {
  /** Newest revisions kept of each entry; 0 keeps none. */
  revisionsToKeep: 30,
}

/** More would fill the database with texts that nobody looks for. */
export const MAX_REVISIONS = 200

export type EntrySettings = Readonly<typeof entryDefaults>
