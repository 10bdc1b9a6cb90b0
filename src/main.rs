//! The command `caipan`.
fn main() -> std::process::ExitCode {
    caipan::cli::main()
}
