/** What every error of this provider says: that it is meant. */
export const failureText = (status: number): string => `The scenario answers with ${status}.`;
