/** '4.67' for 467, as pages, the wire and JSON-LD carry it. */
export const ratingText = (hundredths: number): string => (hundredths / 100).toFixed(2)
