export const CsvScreen = () => null
