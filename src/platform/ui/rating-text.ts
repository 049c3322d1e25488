/** '4.67' for 467, for pages, API and JSON-LD. */
export const ratingText = (hundredths: number): string => (hundredths / 100).toFixed(2)
