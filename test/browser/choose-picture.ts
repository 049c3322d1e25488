import { expect, type Locator, type Page } from '@playwright/test'

/** A search term that finds only the demo's pictures. Pictures that other tests upload are too small to look at. */
const WORD = 'porcelain'

/** Selects the demo picture at this index in the open media library. Returns the button that confirms the choice. */
export async function markPicture(library: Locator, at: number): Promise<Locator> {
  await library.getByRole('searchbox', { name: 'Search pictures' }).fill(WORD)
  const alternativeText = library.getByRole('textbox', { name: 'Alternative text' })
  // Until the search response arrives, the list still shows all pictures.
  await expect(async () => {
    await library.getByRole('option').nth(at).click()
    await expect(alternativeText).toHaveValue(new RegExp(WORD, 'i'), { timeout: 500 })
  }).toPass()
  return library.getByRole('button', { name: 'Use this picture' })
}

export const libraryOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a picture' })

/** Chooses the demo picture at this index in the open media library. */
export async function choosePicture(page: Page, at: number): Promise<void> {
  const library = libraryOf(page)
  await (await markPicture(library, at)).click()
  await expect(library).toBeHidden()
}
