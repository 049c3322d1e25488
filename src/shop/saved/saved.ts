export const MAX_SAVED = 200

/** A guest's list is deleted when it has not been changed or viewed for this long. */
export const GUEST_LIST_DAYS = 90

export type SavedOwner = { readonly userId: number } | { readonly guestKey: string }

/** `variationId`: the chosen variation; null if none was chosen or it was deleted. */
export type SavedItem = { readonly productId: number; readonly variationId: number | null }

export type SavedList = {
  readonly items: readonly SavedItem[]
  readonly share: { readonly token: string; readonly name: string } | null
}

export const emptyList: SavedList = { items: [], share: null }

const MAX_NAME_LENGTH = 40

/** Name of a shared list, which strangers read: one short line of letters, digits and basic punctuation. */
export const cleanShareName = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s&'’!?-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim()
