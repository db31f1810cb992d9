export const bookings = new Set();
