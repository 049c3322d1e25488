export const maxBankAccounts = 5
