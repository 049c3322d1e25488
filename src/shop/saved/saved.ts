export const MAX_SAVED = 200

/** A guest's list is deleted when its browser has not come back for this long. */
export const GUEST_LIST_DAYS = 90

export type SavedOwner = { readonly userId: number } | { readonly guestKey: string }

/** `variationId`: the size that was chosen; null if none was, or it is gone. */
export type SavedItem = { readonly productId: number; readonly variationId: number | null }

export type SavedList = {
  readonly items: readonly SavedItem[]
  readonly share: { readonly token: string; readonly name: string } | null
}

export const emptyList: SavedList = { items: [], share: null }

const MAX_NAME_LENGTH = 40

/** The name of a shared list, which strangers read: one short line of letters, digits and a little punctuation. */
export const cleanShareName = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s&'’!?-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim()
