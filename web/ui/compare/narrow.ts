/** A comparison has too little room for everything in one line. */
export const narrow = '@container compare (max-width: 36rem)';
