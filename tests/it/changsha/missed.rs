//! 起手胡 compared: what a dealt hand holds, what may be declared, and what a declaration is paid.
